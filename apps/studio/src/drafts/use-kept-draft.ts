import { useEffect, useRef } from 'react'
import { usePerson } from '../shell/use-person.ts'
import { dropDraft, findDraft, keepDraft, type KeptDraft } from './drafts.ts'

/** A key press writes nothing; a short pause does. What somebody discards is gone at once. */
const PAUSE_MS = 300

interface KeptForm {
  readonly path: string
  readonly id: string
  /** The form can take a draft. */
  readonly isReady: boolean
  /** What the form has that the service has not; null for nothing. */
  readonly draft: Omit<KeptDraft, 'keptAt'> | null
  readonly onFound: (draft: KeptDraft) => void
}

/**
 * C20.5: keeps what somebody writes in the browser, until the service has taken it. The result drops it, when somebody
 * leaves the form without it.
 */
export const useKeptDraft = ({ path, id, isReady, draft, onFound }: KeptForm): (() => void) => {
  const person = usePerson()
  const wasAsked = useRef(false)
  const isDropped = useRef(false)
  const found = useRef(onFound)
  found.current = onFound
  useEffect(() => {
    if (person === null || !isReady || wasAsked.current) return
    void findDraft({ person, path, id }).then((kept) => {
      wasAsked.current = true
      if (kept) found.current(kept)
    })
  }, [person, isReady, path, id])
  useEffect(() => {
    if (person === null) return undefined
    const key = { person, path, id }
    const keep = (): void => {
      if (isDropped.current) return
      if (draft) void keepDraft(key, draft)
      else if (wasAsked.current) void dropDraft(key)
    }
    // The timers of a hidden page come late, and it can be closed.
    const keepIfHidden = (): void => {
      if (document.visibilityState === 'hidden') keep()
    }
    if (draft === null) return void keep()
    const timer = setTimeout(keep, PAUSE_MS)
    document.addEventListener('visibilitychange', keepIfHidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', keepIfHidden)
    }
  }, [person, path, id, draft])
  return () => {
    isDropped.current = true
    if (person !== null) void dropDraft({ person, path, id })
  }
}
