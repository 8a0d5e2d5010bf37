#!/usr/bin/env python3
"""Serves a folder as hosts of static pages do, compressed and with the headers of its file `_headers`: static.py FOLDER.

Prints the address.
"""

import functools
import gzip
import http.server
import io
import os
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files of the folder, compressed for those who take it."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript", ".wasm": "application/wasm",
                      ".webmanifest": "application/manifest+json"}

    @functools.cached_property
    def extra(self):
        """The headers of all files, as `_headers` lists them under `/*`."""
        with open(os.path.join(self.directory, "_headers")) as file:
            lines = file.read().splitlines()
        return [line.strip().split(": ", 1) for line in lines[1:]]

    def end_headers(self):
        for name, value in self.extra:
            self.send_header(name, value)
        super().end_headers()

    @staticmethod
    @functools.cache
    def packed(path, changed):
        with open(path, "rb") as file:
            return gzip.compress(file.read(), 9)

    def send_head(self):
        path = self.translate_path(self.path)
        if os.path.isdir(path):
            path = os.path.join(path, "index.html")
        if not os.path.isfile(path) or "gzip" not in self.headers.get("Accept-Encoding", ""):
            return super().send_head()
        body = self.packed(path, os.path.getmtime(path))
        self.send_response(200)
        for name, value in {"Content-Type": self.guess_type(path), "Content-Encoding": "gzip", "Content-Length": len(body)}.items():
            self.send_header(name, str(value))
        self.end_headers()
        return io.BytesIO(body)

    def log_message(self, *_):
        pass


def main():
    handler = functools.partial(Handler, directory=sys.argv[1])
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
