import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'
import { splitTitle } from './split-title.ts'

const toSite = (href: string): string | null => (href === 'here.md' ? '/site/here' : null)

describe('renderMarkdown', () => {
  test('shows HTML of the text as text', () => {
    expect(renderMarkdown('a <script>alert(1)</script> b', toSite)).toBe(
      '<p>a &lt;script&gt;alert(1)&lt;/script&gt; b</p>\n',
    )
  })

  test('resolves links to the site, and keeps only the text of other links', () => {
    expect(renderMarkdown('[one](here.md) and [*two*](gone.md)', toSite)).toBe(
      '<p><a href="/site/here">one</a> and <em>two</em></p>\n',
    )
  })

  test('leaves out images, which have no address on the site', () => {
    expect(renderMarkdown('![Bars](bars.svg) Text', toSite)).toBe('<p> Text</p>\n')
  })

  test('makes no link that runs a script', () => {
    expect(renderMarkdown('[x](javascript:alert(1))', (href) => href)).not.toContain('<a')
  })

  test('lets the keyboard scroll a block of code', () => {
    expect(renderMarkdown('```sh\nls\n```', toSite)).toMatch(/^<pre tabindex="0"><code/)
  })

  test('lets the keyboard scroll a table, whose empty head is no heading', () => {
    const html = renderMarkdown('| | REST |\n|-|-|\n| list | GET |', toSite)
    expect(html).toMatch(/^<table tabindex="0">/)
    expect(html).toContain('<td></td>\n<th>REST</th>')
  })

  test('gives headings ids, for links to a section', () => {
    expect(renderMarkdown('## Rate limits, `429`', toSite)).toBe(
      '<h2 id="rate-limits-429">Rate limits, <code>429</code></h2>\n',
    )
  })
})

describe('titleAndText', () => {
  test('takes the heading of the first line', () => {
    expect(splitTitle('# A title\n\nText.\n')).toEqual({ title: 'A title', text: '\nText.\n' })
  })

  test('accepts a document without a heading', () => {
    expect(splitTitle('Text.\n')).toEqual({ title: '', text: 'Text.\n' })
  })
})
