import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { nameForPeople, sortTypes, type ContentType } from '../api/model.ts'
import { useMay } from '../api/permissions.ts'
import { messages } from '../language/language.ts'

/** The section in which the model has the people. */
const PEOPLE = 'People'

/** The types in their sections, and the section of people also without a type. */
const groupTypes = (types: readonly ContentType[], mayAudit: boolean) => {
  const groups = Map.groupBy(sortTypes(types), ({ section }) => section ?? messages.content)
  if (mayAudit && !groups.has(PEOPLE)) groups.set(PEOPLE, [])
  return [...groups]
}

const TypeLink = ({ type }: { readonly type: ContentType }) => (
  <li>
    <Link to="/$path" params={{ path: type.path }} search={{}} title={type.about}>
      {nameForPeople(type)}
    </Link>
  </li>
)

/** On a narrow screen, the menu is one row that scrolls: the place where somebody is stays in its middle. */
const useShownPlace = (entries: number) => {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const here = menu.current?.querySelector('[aria-current="page"]')
    here?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname, entries])
  return menu
}

/** The menu. */
export const Navigation = ({ types }: { readonly types: readonly ContentType[] }) => {
  const mayAudit = useMay()('audit:read')
  const menu = useShownPlace(types.length + Number(mayAudit))
  return (
    <nav ref={menu} aria-label={messages.menu}>
      {groupTypes(types, mayAudit).map(([section, members]) => (
        <section key={section}>
          <h2>{section}</h2>
          <ul>
            {members.map((type) => (
              <TypeLink key={type.name} type={type} />
            ))}
            {mayAudit && section === PEOPLE && (
              <li>
                <Link to="/audit-log" search={{}} title={messages.auditHelp}>
                  {messages.auditLog}
                </Link>
              </li>
            )}
          </ul>
        </section>
      ))}
    </nav>
  )
}
