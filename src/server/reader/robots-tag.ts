/**
 * Reads X-Robots-Tag. A line may begin with the name of the robot that it is meant for
 * (https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag#xrobotstag).
 */

/** The name by which a site can speak to this crawler alone. */
const OWN_NAME = 'readback'
/** Directives that have a value, which is told from a robot's name by nothing else. */
const VALUED = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview'])

/** The directives for every robot and for this one, lower case, separated by commas; '' when there are none. */
export function robotsTagOf(...headers: (string | string[] | undefined)[]): string {
  return headers.flatMap((lines) => lines ?? []).flatMap(directivesFor).join(',')
}

function directivesFor(line: string): string[] {
  let robot = ''
  const kept: string[] = []
  for (const part of line.toLowerCase().split(',')) {
    const [, name = '', rest = ''] = /^\s*([\w-]+)\s*:(.*)$/s.exec(part) ?? []
    const isName = name !== '' && !VALUED.has(name)
    if (isName) robot = name
    if (robot === '' || robot === OWN_NAME) kept.push((isName ? rest : part).trim())
  }
  return kept.filter((directive) => directive !== '')
}
