import DOMPurify from 'dompurify'
import MarkdownIt from 'markdown-it'

/** CommonMark with tables and strikethrough. HTML in the text is text. */
const markdown = new MarkdownIt({ html: false, linkify: true })

/** C20.1: a page of the studio shows no picture of another origin. It is a link. */
const isHere = (address: string): boolean => new URL(address, location.origin).origin === location.origin

const renderPicture = markdown.renderer.rules.image
markdown.renderer.rules.image = (tokens, place, ...others) => {
  const token = tokens[place]
  const address = token?.attrGet('src') ?? ''
  if (URL.canParse(address, location.origin) && isHere(address))
    return renderPicture?.(tokens, place, ...others) ?? ''
  const { escapeHtml } = markdown.utils
  return `<a href="${escapeHtml(address)}">${escapeHtml(token?.content || address)}</a>`
}

/** What a text in Markdown can become; everything else is left out. */
const ALLOWED = {
  ALLOWED_TAGS: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'pre', 'code'],
    ...['em', 'strong', 's', 'a', 'img', 'ul', 'ol', 'li'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'start', 'rel', 'target'],
  ALLOW_DATA_ATTR: false,
}

/** A link leaves the page of the writer open, and takes nothing along. */
const openApart = (node: Element): void => {
  if (node.tagName !== 'A') return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'nofollow ugc noopener')
}

DOMPurify.addHook('afterSanitizeAttributes', openApart)

/** The text as its readers see it, in HTML that runs nothing. */
export const renderMarkdown = (text: string): string => DOMPurify.sanitize(markdown.render(text), ALLOWED)
