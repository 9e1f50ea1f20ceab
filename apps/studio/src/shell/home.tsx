import { Link } from '@tanstack/react-router'
import { nameForPeople, sortTypes } from '../api/model.ts'
import { messages } from '../language/language.ts'
import { useModel } from './use-model.ts'

/** The first page: what there is. */
export const Home = () => {
  const { name, about, types } = useModel()
  return (
    <>
      <title>{name}</title>
      <h1>{messages.content}</h1>
      <p className="about">{about}</p>
      <ul className="tiles">
        {sortTypes(types).map((type) => (
          <li key={type.name}>
            <Link to="/$path" params={{ path: type.path }} search={{}}>
              <strong>{nameForPeople(type)}</strong>
              <span>{type.about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
