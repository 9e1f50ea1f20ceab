import { Link, Outlet } from '@tanstack/react-router'
import { nameForPeople, sortTypes, type ContentType } from '../api/model.ts'
import { messages } from '../language/language.ts'
import { Palette } from '../palette/palette.tsx'
import { Person } from './person.tsx'
import { useModel } from './use-model.ts'

/** The types in their sections. */
const groupTypes = (types: readonly ContentType[]) => [
  ...Map.groupBy(sortTypes(types), ({ section }) => section ?? messages.content),
]

const Navigation = ({ types }: { readonly types: readonly ContentType[] }) => (
  <nav aria-label={messages.menu}>
    {groupTypes(types).map(([section, members]) => (
      <section key={section}>
        <h2>{section}</h2>
        <ul>
          {members.map((type) => (
            <li key={type.name}>
              <Link to="/$path" params={{ path: type.path }} search={{}} title={type.about}>
                {nameForPeople(type)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </nav>
)

/** The frame of all pages. */
export const Shell = () => {
  const { name, types } = useModel()
  return (
    <div className="shell">
      <header>
        <Link to="/" className="brand">
          {name}
        </Link>
        <Palette />
        <Person />
      </header>
      <Navigation types={types} />
      <main>
        <Outlet />
      </main>
    </div>
  )
}
