/** Cookie with the selected language, read by the server for the HTML document and by the web app. */
export const LANGUAGE_COOKIE = 'readback-language'
