/** On a touch screen, focusing an input opens the keyboard over half of the screen. */
export const hasKeyboard = (): boolean => matchMedia('(pointer: fine)').matches
