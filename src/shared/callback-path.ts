/** The OAuth redirect path of the document storage. */
export const ZOHO_CALLBACK_PATH = '/auth/zoho/callback'
