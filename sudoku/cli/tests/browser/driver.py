"""A browser driven by WebDriver, with the standard library alone."""

import base64
import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {
    "Control": "\ue009", "Shift": "\ue008", "Alt": "\ue00a", "ArrowLeft": "\ue012", "ArrowUp": "\ue013",
    "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Delete": "\ue017", "Enter": "\ue007", "Tab": "\ue004",
    "Escape": "\ue00c", "Backspace": "\ue003"
}


def free_port():
    """Returns a free port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Browser:
    """A headless browser with one window."""

    def __init__(self, width=1280, height=900):
        port = free_port()
        self.service = subprocess.Popen(
            [shutil.which("chromedriver"), f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        self.session = None
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     f"--window-size={width},{height}", "--hide-scrollbars"]
        options = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments},
                   "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        deadline = time.monotonic() + 30
        while self.session is None:
            try:
                answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": options}})
                self.session = answer["sessionId"]
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def call(self, method, path, body=None):
        """Calls the driver."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from error

    def command(self, path, body=None, method="POST"):
        return self.call(method, f"/session/{self.session}{path}", body if body is not None or method != "POST" else {})

    def close(self):
        try:
            if self.session:
                self.command("", method="DELETE")
        finally:
            self.service.terminate()
            self.service.wait()

    def open(self, url):
        self.command("/url", {"url": url})

    def reload(self):
        self.command("/refresh")

    def run(self, script, *arguments):
        """Runs a script and returns its result."""
        return self.command("/execute/sync", {"script": script, "args": list(arguments)})

    def run_async(self, script, *arguments):
        """Runs a script that passes its result to its last argument, a callback."""
        return self.command("/execute/async", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self.command("/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.command(f"/element/{self.find(selector)}/click")

    def click_text(self, text, within="body"):
        """Clicks the visible button with a text."""
        found = self.run(
            "return [...document.querySelector(arguments[0]).querySelectorAll('button, summary')]"
            ".find((one) => one.textContent.trim() === arguments[1] && one.checkVisibility())", within, text)
        assert found, f"there is no button {text!r}"
        self.command(f"/element/{found[ELEMENT]}/click")

    def type(self, selector, text):
        """Types into a field after emptying it."""
        element = self.find(selector)
        self.command(f"/element/{element}/clear")
        self.command(f"/element/{element}/value", {"text": text})

    def press(self, *keys):
        """Presses keys, one after the other; "Control+z" holds one."""
        actions = []
        for chord in keys:
            parts = [chord] if chord == "+" else chord.split("+")
            names = [KEYS.get(part, part) for part in parts]
            actions += [{"type": "keyDown", "value": name} for name in names]
            actions += [{"type": "keyUp", "value": name} for name in reversed(names)]
        self.command("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def drag(self, points, kind="mouse"):
        """Drags through points of the window."""
        (x, y), *others = points
        actions = [{"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0}, {"type": "pointerDown", "button": 0}]
        actions += [{"type": "pointerMove", "x": int(x), "y": int(y), "duration": 40} for x, y in others]
        actions.append({"type": "pointerUp", "button": 0})
        pointer = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}
        self.command("/actions", {"actions": [pointer]})

    def wait(self, script, *arguments, seconds=15, what=None):
        """Waits until a script returns a true value, and returns that value."""
        deadline = time.monotonic() + seconds
        while True:
            found = self.run(script, *arguments)
            if found:
                return found
            assert time.monotonic() < deadline, f"waited in vain for {what or script}"
            time.sleep(0.03)

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.command("/screenshot", method="GET")))

    def log(self):
        """The errors and warnings that the page has caused since the last call."""
        entries = self.command("/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] in ("SEVERE", "WARNING")]

    def devtools(self, name, **parameters):
        return self.command("/goog/cdp/execute", {"cmd": name, "params": parameters})
