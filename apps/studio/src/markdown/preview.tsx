import { useEffect, useState } from 'react'
import { messages } from '../language/language.ts'
import { renderMarkdown } from './render-markdown.ts'

/** STUDIO: a long text takes longer than a key press may wait, so the preview waits for a pause. */
const PAUSE_MS = 250

const useRendered = (text: string): string => {
  const [html, setHtml] = useState(() => renderMarkdown(text))
  const [shown, setShown] = useState(text)
  useEffect(() => {
    if (text === shown) return undefined
    const timer = setTimeout(() => {
      setShown(text)
      setHtml(renderMarkdown(text))
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, shown])
  return html
}

/** The text as its readers see it. */
export const Preview = ({ text }: { readonly text: string }) => {
  const html = useRendered(text)
  return (
    <section
      className="preview"
      aria-label={messages.preview}
      // A region that scrolls must take the focus, so that a keyboard can scroll it.
      tabIndex={0}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
