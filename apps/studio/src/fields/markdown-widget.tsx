import { lazy, Suspense } from 'react'
import { messages } from '../language/language.ts'
import type { WidgetProps } from './widget.ts'

/** The editor is larger than all other fields together, so a page loads it with the first text that needs it. */
const MarkdownField = lazy(() => import('../markdown/markdown-field.tsx'))

export const MarkdownWidget = (props: WidgetProps) => (
  <Suspense fallback={<p role="status">{messages.loading}</p>}>
    <MarkdownField {...props} />
  </Suspense>
)
