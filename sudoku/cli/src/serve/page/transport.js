// The connection to the server. On a page without a server, another module takes the place of this one.

/** Requests a path, as `fetch` does. */
export const get = (path, options) => fetch(path, options);
