export const whole = (value: number): string => Math.round(value).toLocaleString('en')

export const formatLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** A table in Markdown, whose first column is text and whose other columns are figures. */
export const formatTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [formatLine(head), `|---|${'--:|'.repeat(head.length - 1)}`, ...rows.map(formatLine)].join('\n')
