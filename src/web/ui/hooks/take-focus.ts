/**
 * A ref for the text that replaces the button someone has just used: without it the focus would be lost with the
 * button.
 */
export const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })
