/**
 * URDF asks for all four numbers of a limit and knows no word for "none". From this size on a limit limits nothing: it is
 * read as none, and none is written as it.
 */
export const NO_LIMIT = 1e30;
