/** Cookie with the selected language, read by the server for the HTML document and by the web app. */
export const LANGUAGE_COOKIE = 'readback-language'

/** Of published notebooks, more than the screens have: src/web/widget/texts.ts. */
export const WIDGET_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'] as const
export type WidgetLanguage = (typeof WIDGET_LANGUAGES)[number]
