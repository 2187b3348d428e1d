/** The product's version; version.test.ts compares it with package.json. */
export const VERSION = '0.1.0'
