import { type ComponentProps, type MouseEvent, useState } from 'react'

/**
 * The element of every Mantine button (ui/theme.ts). A button that is disabled while it has the focus, as while its
 * request runs, keeps it: browsers would move it to the start of the page. It ignores clicks like any disabled button.
 */
export function ButtonRoot(props: ComponentProps<'button'> | ComponentProps<'a'>) {
  return 'href' in props ? (
    <a {...props}>{props.children}</a>
  ) : (
    <FocusedButton {...(props as ComponentProps<'button'>)} />
  )
}

function FocusedButton({ disabled = false, onClick, onFocus, onBlur, ...props }: ComponentProps<'button'>) {
  const [hasFocus, setHasFocus] = useState(false)
  const isInert = disabled && hasFocus
  return (
    <button
      {...props}
      disabled={disabled && !hasFocus}
      aria-disabled={isInert || props['aria-disabled']}
      onClick={isInert ? ignore : onClick}
      onFocus={(event) => {
        setHasFocus(true)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setHasFocus(false)
        onBlur?.(event)
      }}
    />
  )
}

/** Also of the form that it submits. */
const ignore = (event: MouseEvent) => event.preventDefault()
