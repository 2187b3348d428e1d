import type { TokenizerCallbacks } from 'htmlparser2'

/** The tokenizer requires every callback; spread this and override the ones you need. */
export const NOOP_CALLBACKS: TokenizerCallbacks = {
  onattribdata() {},
  onattribend() {},
  onattribentity() {},
  onattribname() {},
  oncdata() {},
  onclosetag() {},
  oncomment() {},
  ondeclaration() {},
  onend() {},
  onopentagend() {},
  onopentagname() {},
  onprocessinginstruction() {},
  onselfclosingtag() {},
  ontext() {},
  ontextentity() {},
}
