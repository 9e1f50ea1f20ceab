import type { KeyboardEvent } from 'react'

/** Ctrl-S, on a Mac with the command key, saves the form. A dialog in the form has a form of its own. */
export const submitByKey = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  if (event.currentTarget.contains(event.target as Node)) event.currentTarget.requestSubmit()
}
