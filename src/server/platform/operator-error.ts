/**
 * Why the server cannot start or a command failed, as a sentence for the operator; printed without a stack, exit code
 * 1.
 */
export class OperatorError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'OperatorError'
  }
}
