/** Style sheets that are part of a script, as their text. */
declare module "*.css" {
  const text: string;
  export default text;
}
