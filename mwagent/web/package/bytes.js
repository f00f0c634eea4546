// A page and a worker fetch the module from its address.

export const read = async (address) => address;
