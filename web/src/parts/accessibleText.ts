/** The visible text and accessible names inside an element, as a screen reader would read them. */
const CONTAINERS = 'section, ul, ol, dl, div[role=group], div[role=list], fieldset, [role=region]';

/** The text of `element`, without descendants that match `skip`. */
export function accessibleText(element: Element, skip: string): string {
  const sentences: string[] = [];
  let words: string[] = [];
  const end = () => {
    const text = words.join(' ').replace(/\s+/g, ' ').trim();
    if (text) sentences.push(/[.!?…:]$/.test(text) ? text : `${text}.`);
    words = [];
  };
  const read = (node: Node) => {
    if (node instanceof Text) return void words.push(node.data);
    if (!(node instanceof Element) || node.ariaHidden === 'true' || node.matches(skip)) return;
    if (!node.checkVisibility()) return;
    const block = !getComputedStyle(node).display.startsWith('inline');
    if (block) end();
    const name = node.ariaLabel;
    if (name) words.push(name);
    if (name && node.matches(CONTAINERS)) end();
    if (!name || node.matches(CONTAINERS)) node.childNodes.forEach(read);
    if (block) end();
  };
  element.childNodes.forEach(read);
  end();
  return sentences.join(' ');
}
