// The way to the server: the one module that is another one where the page has no server.

/** Asks for a path, as `fetch` does. */
export const get = (path, options) => fetch(path, options);
