/**
 * The X-Robots-Tag header. A line may start with the name of the robot it is for
 * (https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag#xrobotstag).
 */

const ROBOT_NAME = 'readback'
/** Directives with a value, which look like a robot's name otherwise. */
const DIRECTIVES_WITH_VALUE = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview'])

/** The directives for all robots and for this one, lower case, separated by commas; '' when there are none. */
export function parseRobotsTag(...headers: (string | string[] | undefined)[]): string {
  return headers
    .flatMap((lines) => lines ?? [])
    .flatMap(directivesOf)
    .join(',')
}

function directivesOf(line: string): string[] {
  let robot = ''
  const directives: string[] = []
  for (const part of line.toLowerCase().split(',')) {
    const [, name = '', rest = ''] = /^\s*([\w-]+)\s*:(.*)$/s.exec(part) ?? []
    const isRobotName = name !== '' && !DIRECTIVES_WITH_VALUE.has(name)
    if (isRobotName) robot = name
    if (robot === '' || robot === ROBOT_NAME) directives.push((isRobotName ? rest : part).trim())
  }
  return directives.filter((directive) => directive !== '')
}
