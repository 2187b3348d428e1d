/** Of the product, as package.json and CHANGELOG.md say it. */
export const VERSION = '0.1.0'
