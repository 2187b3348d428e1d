/** The package ships no types; this covers what we use. */
declare module 'snowball-stemmers' {
  const stemmers: {
    algorithms(): string[]
    newStemmer(algorithm: string): { stem(word: string): string }
  }
  export default stemmers
}
