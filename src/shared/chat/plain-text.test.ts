import { expect, it } from 'vitest'
import { plainSentence, plainText } from './plain-text.ts'

it.each([
  ['| New account | The balance **starts** there. |', 'New account — The balance starts there.'],
  ['Set `PORT` to [another number](https://example.org/ports).', 'Set PORT to another number.'],
  [String.raw`| The '\|' in __init__ | f(*args, **kwargs) |`, "The '|' in __init__ — f(*args, **kwargs)"],
  [
    String.raw`A **Note** of ('\') and '\\' in 2 * 3, not snake_case_name.`,
    String.raw`A Note of ('\') and '\\' in 2 * 3, not snake_case_name.`,
  ],
  ['``git `ls` --all`` or\n```\ngit ls\n```', 'git `ls` --all or\n\ngit ls'],
  ['A plain sentence.', 'A plain sentence.'],
  [
    '## Descaling\n\nIt is *never* done, *“ever”*, with f(*args, *rest).',
    'It is never done, “ever”, with f(*args, *rest).',
  ],
  ['### Descaling', 'Descaling'],
  ['```\n# Install\nnpm ci\n```', '# Install\nnpm ci'],
])('strips the Markdown of %j to %j', (sentence, text) => {
  expect(plainSentence(sentence)).toBe(text)
})

it.each([
  [
    '**CREATE INDEX › Notes**\n\n> **Regular index builds** lock the table. [1]\n',
    'CREATE INDEX › Notes\nRegular index builds lock the table.',
  ],
  ['> - Maximum: _ten_ of max_pages\n> - *Least*: 2 * 3', 'Maximum: ten of max_pages\nLeast: 2 * 3'],
  ['| Plan | Credits |\n|---|:--:|\n| Free | 30 |', 'Plan — Credits\nFree — 30'],
  ['## Steps\n1. Run `npm start`.\n```sh\nnpm start\n```', 'Steps\nRun npm start.\nnpm start'],
  ['Two __times__ three\\* is 2 * 3, not snake_case_name.', 'Two times three* is 2 * 3, not snake_case_name.'],
  [
    '> The file \\_\\_init\\_\\_.py has **f(\\*args)** and `__call__` [3].',
    'The file __init__.py has f(*args) and __call__.',
  ],
  ['Cut in the **middle of bo', 'Cut in the middle of bo'],
  ['> *Your bug reports [2', 'Your bug reports'],
])('strips the Markdown of the answer %j to %j [plain-text-1]', (markdown, text) => {
  expect(plainText(markdown)).toBe(text)
})
