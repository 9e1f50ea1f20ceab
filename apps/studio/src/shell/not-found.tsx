import { Link } from '@tanstack/react-router'
import { messages } from '../language/language.ts'

/** Nothing is at an address, or the caller may not see it. */
export const NotFound = () => (
  <>
    <title>{messages.notFoundTitle}</title>
    <h1>{messages.notFoundTitle}</h1>
    <p className="none">{messages.notFound}</p>
    <p className="none">
      <Link to="/">{messages.home}</Link>
    </p>
  </>
)
