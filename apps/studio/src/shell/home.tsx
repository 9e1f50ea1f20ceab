import { Link } from '@tanstack/react-router'
import { messages } from '../language/language.ts'
import { useModel } from './use-model.ts'

/** The first page: what there is. */
export const Home = () => {
  const { about, types } = useModel()
  return (
    <>
      <h1>{messages.content}</h1>
      <p className="about">{about}</p>
      <ul className="tiles">
        {types.map((type) => (
          <li key={type.name}>
            <Link to="/$path" params={{ path: type.path }} search={{}}>
              <strong>{type.single ? type.label : type.labels}</strong>
              <span>{type.about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
