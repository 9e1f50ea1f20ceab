import { lazy, Suspense } from 'react'
import { messages } from '../language/language.ts'
import { isLongText } from './long-text.ts'
import type { WidgetProps } from './widget.ts'

/** The editor is larger than all other fields together, so a page loads it with the first text that needs it. */
const MarkdownField = lazy(() => import('../markdown/markdown-field.tsx'))

/** As high as the editor, so that what stands below keeps its place. */
const Coming = ({ field, isReadOnly }: WidgetProps) => {
  const height = isLongText(field) ? 'coming long' : 'coming'
  return (
    <p role="status" className={isReadOnly ? undefined : height}>
      {messages.loading}
    </p>
  )
}

export const MarkdownWidget = (props: WidgetProps) => (
  <Suspense fallback={<Coming {...props} />}>
    <MarkdownField {...props} />
  </Suspense>
)
