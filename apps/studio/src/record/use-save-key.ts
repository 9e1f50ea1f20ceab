import { useEffect, type RefObject } from 'react'

/** Ctrl-S, on a Mac with the command key, saves the form of the page, wherever the focus is; but not below a dialog. */
export const useSaveKey = (form: RefObject<HTMLFormElement | null>): void =>
  useEffect(() => {
    const submit = (event: KeyboardEvent): void => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (document.querySelector('[role=dialog], [role=alertdialog]') === null) form.current?.requestSubmit()
    }
    addEventListener('keydown', submit)
    return () => removeEventListener('keydown', submit)
  }, [form])
