import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page follows the form that has created its record. */
    wasCreated?: boolean
  }
}

/** The heading of a record. It has the focus after the form of a new record has gone, and with it what had the focus. */
export const RecordTitle = ({ title }: { readonly title: string }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasCreated = useLocation({ select: ({ state }) => state.wasCreated === true })
  useEffect(() => {
    if (wasCreated) heading.current?.focus()
  }, [wasCreated])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  )
}
