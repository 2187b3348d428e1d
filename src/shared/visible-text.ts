/** Anything but spaces, control characters and characters that draw nothing, such as U+200B or U+2800 (empty braille). */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a text shows something: zero-width characters alone look blank and cannot be clicked. */
export const isVisible = (text: string) => VISIBLE.test(text)
