import { HighlightStyle } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/** How the editor shows Markdown, in the colours of the theme. */
export const MARKDOWN_STYLE = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: [tags.quote, tags.processingInstruction, tags.contentSeparator], color: 'var(--ink-soft)' },
])
