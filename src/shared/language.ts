/** Where a browser keeps the language that was chosen in it: the server reads it for the document, the screens for their words. */
export const LANGUAGE_COOKIE = 'readback-language'
