/** Whether a path leads to a stream or the like, which has no neighbours; /dev/shm holds ordinary files. */
export const isDevice = (path: string): boolean => /^\/dev\/(?!shm\/)/.test(path);
