import { useEffect, useRef, useState } from 'react'
import { messages } from '../language/language.ts'

/** A word has several keys. The list follows when somebody pauses. */
const PAUSE_MS = 250

interface SearchProps {
  readonly words: string
  readonly onChange: (words: string) => void
}

/** The words that narrow a list. */
export const SearchField = ({ words, onChange }: SearchProps) => {
  const [typed, setTyped] = useState(words)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (typed === words) return undefined
    const timer = setTimeout(() => latest.current(typed), PAUSE_MS)
    return () => clearTimeout(timer)
    // The address follows what is typed, and not the other way round.
  }, [typed])
  return (
    <input
      type="search"
      aria-label={messages.search}
      placeholder={messages.search}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
