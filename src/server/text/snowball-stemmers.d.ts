/** The part of the package that we use; it ships no types. */
declare module 'snowball-stemmers' {
  const stemmers: {
    algorithms(): string[]
    newStemmer(algorithm: string): { stem(word: string): string }
  }
  export default stemmers
}
