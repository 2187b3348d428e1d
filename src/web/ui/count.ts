/** "1 page", "1,204 pages": a number by locale with its noun. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString()} ${number === 1 ? noun : plural}`
}
