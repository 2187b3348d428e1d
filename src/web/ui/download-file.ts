/** Downloads a file in the browser. */
export function downloadFile(name: string, content: BlobPart, type: string) {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the URL shortly after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
