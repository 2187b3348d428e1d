/** White or dark text, whichever is easier to read on the color `#rrggbb` (WCAG 2.2, relative luminance). */
export function textOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.179 ? '#fff' : '#1f1e1a'
}
