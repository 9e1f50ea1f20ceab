const TITLE = /^# (.+)\n/

/** Splits a Markdown document into the heading of the first line and the rest. */
export const splitTitle = (markdown: string): { readonly title: string; readonly text: string } => {
  const [line = '', title = ''] = TITLE.exec(markdown) ?? []
  return { title, text: markdown.slice(line.length) }
}
