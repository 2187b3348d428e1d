/** Why the server cannot start, as a sentence for the operator. `main.ts` prints it and exits with 1. */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartError'
  }
}
