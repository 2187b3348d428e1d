/** Where the document storage's provider sends an administrator back. */
export const ZOHO_CALLBACK_PATH = '/auth/zoho/callback'
