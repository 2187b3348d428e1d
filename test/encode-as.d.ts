/** Spells text in an encoding that Node can only read: the inverse of TextDecoder, tried out code by code. */
/** The bytes of `text` in `encoding`, a label of the WHATWG standard. @throws for characters that it does not have */
export declare function encodeAs(text: string, encoding: string): Uint8Array<ArrayBuffer>
