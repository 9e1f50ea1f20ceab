import { useEffect, type RefObject } from 'react'
import { focusFirst } from '../fields/focus-field.ts'

/** A form that opens for somebody who wants to write has the focus in its first field. */
export const useFirstFocus = (form: RefObject<HTMLFormElement | null>): void =>
  useEffect(() => (form.current === null ? undefined : focusFirst(form.current)), [form])
