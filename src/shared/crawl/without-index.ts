/** `/guide/index.html` and `/guide/` are the page `/guide`, as an address or its path. */
export const withoutIndex = (url: string) => url.replace(/\/(index\.\w{1,5})?$/, '')
