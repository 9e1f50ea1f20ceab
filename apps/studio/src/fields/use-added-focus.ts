import { useEffect, useRef } from 'react'
import { focusFirst } from './focus-field.ts'

/** Moves the focus into a part that somebody adds, as soon as it is there. The result notes that somebody adds one. */
export const useAddedFocus = (count: number, findAdded: () => Element | null | undefined): (() => void) => {
  const isAdded = useRef(false)
  const find = useRef(findAdded)
  find.current = findAdded
  useEffect(() => {
    const added = isAdded.current ? find.current() : null
    isAdded.current = false
    return added ? focusFirst(added) : undefined
  }, [count])
  return () => {
    isAdded.current = true
  }
}
