import MarkdownIt from 'markdown-it'

/** The address of a link on the site; null removes the link and keeps its text. */
export type SiteLink = (href: string) => string | null

type Token = ReturnType<MarkdownIt['parse']>[number]

const replaceLinks = (tokens: readonly Token[], resolve: SiteLink): Token[] => {
  let isDropped = false
  return tokens.filter((token) => {
    // The site has no address for the images of documents.
    if (token.type === 'image') return false
    if (token.type === 'link_close') return !isDropped
    if (token.type !== 'link_open') return true
    const address = resolve(token.attrGet('href') ?? '')
    isDropped = address === null
    if (address !== null) token.attrSet('href', address)
    return !isDropped
  })
}

/** The id of a heading, in the form of GitHub, so that links to sections also work on the site. */
const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** A table scrolls sideways, too. A cell of its head without text is no heading of a column. */
const adaptTable = (token: Token, index: number, tokens: readonly Token[]): void => {
  if (token.type === 'table_open') token.attrSet('tabindex', '0')
  if (token.type !== 'th_open' || tokens[index + 1]?.content !== '') return
  for (const cell of [token, tokens[index + 2]]) if (cell) cell.tag = 'td'
}

/** Blocks of code scroll sideways. With a tab stop, the keyboard scrolls them too. */
const addTabStops = ({ renderer }: MarkdownIt): void => {
  for (const name of ['fence', 'code_block'] as const) {
    const render = renderer.rules[name]
    if (render) renderer.rules[name] = (...parts) => render(...parts).replace('<pre>', '<pre tabindex="0">')
  }
}

/** The HTML of Markdown. HTML in the Markdown appears as text. */
export const renderMarkdown = (markdown: string, resolve: SiteLink): string => {
  const renderer = new MarkdownIt({ html: false })
  addTabStops(renderer)
  const tokens = renderer.parse(markdown, {})
  for (const [index, token] of tokens.entries()) {
    if (token.children) token.children = replaceLinks(token.children, resolve)
    if (token.type === 'heading_open') token.attrSet('id', slug(tokens[index + 1]?.content ?? ''))
    adaptTable(token, index, tokens)
  }
  return renderer.renderer.render(tokens, renderer.options, {})
}
