import { useState, type SyntheticEvent } from 'react'

/** A browser has no value for what is typed so far, such as a day without its year. */
const isUnfinishedInput = (control: Element): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.validity.badInput

/** Whether a form has values that are not complete. They say so, and the first one has the focus. */
export const stopAtUnfinished = (form: HTMLFormElement): boolean => {
  const found = [...form.elements].filter(isUnfinishedInput)
  // The check fires the event that `useUnfinished` hears, and shows nothing itself.
  for (const input of found) input.checkValidity()
  found[0]?.focus()
  return found.length > 0
}

/** Whether the value of an input is not complete: known when somebody leaves the input, or sends its form. */
export const useUnfinished = () => {
  const [isUnfinished, setUnfinished] = useState(false)
  const check = ({ currentTarget }: SyntheticEvent<HTMLInputElement>): void =>
    setUnfinished(currentTarget.validity.badInput)
  // While somebody writes, a value can only become complete.
  const clear = ({ currentTarget }: SyntheticEvent<HTMLInputElement>): void =>
    setUnfinished((now) => now && currentTarget.validity.badInput)
  return { isUnfinished, watch: { onBlur: check, onInvalid: check, onInput: clear } }
}
